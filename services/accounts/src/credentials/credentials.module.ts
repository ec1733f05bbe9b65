import { Module } from '@nestjs/common';
import { SingleUseLinkRepository } from './single-use-link.repository.js';

@Module({ providers: [SingleUseLinkRepository], exports: [SingleUseLinkRepository] })
export class CredentialsModule {}
