import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { BuyersModule } from '../buyers/buyers.module.js';
import { AuthController } from './auth.controller.js';
import { FunnelAuthenticator } from './funnel-authenticator.js';
import { SessionCookie } from './session-cookie.js';
import { SessionStrategy } from './session.strategy.js';

@Module({
  imports: [JwtModule.register({}), BuyersModule],
  providers: [SessionCookie, SessionStrategy, FunnelAuthenticator],
  controllers: [AuthController],
  exports: [SessionCookie, FunnelAuthenticator],
})
export class AuthModule {}
