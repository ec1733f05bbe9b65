import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { KnownDevicesModule } from '../known-devices/known-devices.module.js';
import { RateLimitsModule } from '../rate-limits/rate-limits.module.js';
import { SecondFactorsModule } from '../second-factors/second-factors.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { PasskeySignInService } from './passkey-sign-in.service.js';
import { SecondFactorSignInService } from './second-factor-sign-in.service.js';
import { SessionStarter } from './session-starter.js';
import { SignInController } from './sign-in.controller.js';
import { SignInRepository } from './sign-in.repository.js';
import { SignInService } from './sign-in.service.js';

@Module({
  imports: [
    AuditModule,
    CredentialsModule,
    KnownDevicesModule,
    RateLimitsModule,
    SecondFactorsModule,
    SessionsModule,
  ],
  providers: [
    PasskeySignInService,
    SecondFactorSignInService,
    SessionStarter,
    SignInRepository,
    SignInService,
  ],
  controllers: [SignInController],
})
export class SignInModule {}
