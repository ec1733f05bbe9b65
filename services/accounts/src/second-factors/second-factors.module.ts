import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { AuthenticatorAppRepository } from './authenticator-app.repository.js';
import { ChallengeRepository } from './challenge.repository.js';
import { FactorActivationService } from './factor-activation.service.js';
import { FactorOwnerService } from './factor-owner.service.js';
import { FactorSetupService } from './factor-setup.service.js';
import { PasskeyRepository } from './passkey.repository.js';
import { ProofVerifier } from './proof-verifier.js';
import { RecoveryCodeRepository } from './recovery-code.repository.js';
import { RelyingParty } from './relying-party.js';
import { SecondFactorRepository } from './second-factor.repository.js';
import { SecondFactorsController } from './second-factors.controller.js';
import { SecondFactorsService } from './second-factors.service.js';
import { SecondStepService } from './second-step.service.js';

@Module({
  imports: [AuditModule, CredentialsModule, SessionsModule, UsersModule],
  providers: [
    AuthenticatorAppRepository,
    ChallengeRepository,
    FactorActivationService,
    FactorOwnerService,
    FactorSetupService,
    PasskeyRepository,
    ProofVerifier,
    RecoveryCodeRepository,
    RelyingParty,
    SecondFactorRepository,
    SecondFactorsService,
    SecondStepService,
  ],
  controllers: [SecondFactorsController],
  exports: [
    ChallengeRepository,
    PasskeyRepository,
    ProofVerifier,
    RelyingParty,
    SecondFactorRepository,
    SecondStepService,
  ],
})
export class SecondFactorsModule {}
