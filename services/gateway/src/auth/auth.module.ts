import { ENV, type SettingsOf } from '@desk/service-kit';
import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { BuyersModule } from '../buyers/buyers.module.js';
import { AuthController } from './auth.controller.js';
import { FunnelAuthenticator } from './funnel-authenticator.js';
import { FunnelGate } from './funnel-gate.js';
import { FunnelOrigins } from './funnel-origins.js';
import type { sessionSettings } from './session-settings.js';
import { FunnelKeyRevocations } from './funnel-key-revocations.js';
import { SecondFactorSignInController } from './second-factor-sign-in.controller.js';
import { SessionCookie } from './session-cookie.js';
import { SessionKeys } from './session-keys.js';
import { SessionStrategy } from './session.strategy.js';

@Module({
  imports: [JwtModule.register({}), BuyersModule],
  providers: [
    {
      provide: SessionKeys,
      inject: [ENV],
      useFactory: (env: SettingsOf<typeof sessionSettings>) => new SessionKeys(env),
    },
    SessionCookie,
    SessionStrategy,
    FunnelAuthenticator,
    FunnelGate,
    FunnelOrigins,
    FunnelKeyRevocations,
  ],
  controllers: [AuthController, SecondFactorSignInController],
  exports: [SessionCookie, FunnelAuthenticator, FunnelGate, FunnelOrigins],
})
export class AuthModule {}
