import { Module } from '@nestjs/common';
import { CurrentUserService } from '../users/current-user.service.js';
import { UsersRepository } from './repositories/users.repository.js';

@Module({ providers: [UsersRepository, CurrentUserService], exports: [UsersRepository, CurrentUserService] })
export class DatabaseModule {}
