import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { AuthController } from './auth.controller.js';
import { SessionCookie } from './session-cookie.js';
import { SessionStrategy } from './session.strategy.js';

@Module({
  imports: [JwtModule.register({})],
  providers: [SessionCookie, SessionStrategy],
  controllers: [AuthController],
  exports: [SessionCookie],
})
export class AuthModule {}
