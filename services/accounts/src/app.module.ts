import { RetentionModule } from '@desk/service-kit';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttentionController } from './attention/attention.controller.js';
import { AuditController } from './audit/audit.controller.js';
import { AuditRepository } from './audit/audit.repository.js';
import { ReportedEntryRepository } from './audit/reported-entry.repository.js';
import { AccountMails } from './credentials/account-mails.js';
import { AdminAccess } from './credentials/admin-access.js';
import { SecondFactorPolicy } from './credentials/second-factor-policy.js';
import { EmailChangeRepository } from './email-ownership/email-change.repository.js';
import { EmailChangeService } from './email-ownership/email-change.service.js';
import {
  EmailOwnershipController,
  UndoEmailChangeController,
} from './email-ownership/email-ownership.controller.js';
import { IntegrationRequestRepository } from './integrations/integration-request.repository.js';
import { IntegrationsController } from './integrations/integrations.controller.js';
import { IntegrationsService } from './integrations/integrations.service.js';
import { KnownDevices } from './known-devices/known-devices.js';
import { DraftEntity } from './onboarding/draft.entity.js';
import { DraftRepository } from './onboarding/draft.repository.js';
import { DraftsController } from './onboarding/drafts.controller.js';
import { RegistrationController } from './onboarding/registration.controller.js';
import { SignUpSaga } from './onboarding/sign-up.saga.js';
import { SignUpController } from './onboarding/sign-up.controller.js';
import { CurrentPasswordService } from './password-change/current-password.service.js';
import { PasswordUpdateService } from './password-change/password-update.service.js';
import { PasswordChangeController } from './password-change/password-change.controller.js';
import { CardDigitsService } from './password-reset/card-digits.service.js';
import { PasswordResetController } from './password-reset/password-reset.controller.js';
import { PasswordResetRepository } from './password-reset/password-reset.repository.js';
import { ProfileController } from './profile/profile.controller.js';
import { RateLimitRepository } from './rate-limits/rate-limit.repository.js';
import { RateLimiter } from './rate-limits/rate-limiter.js';
import { ThrottledSignIns } from './rate-limits/throttled-sign-ins.js';
import { ReauthenticationController } from './reauthentication/reauthentication.controller.js';
import { RecoveryService } from './recovery/recovery.service.js';
import { retentionRules } from './retention/retention-rules.js';
import { AuthenticatorAppRepository } from './second-factors/authenticator-app.repository.js';
import { ChallengeRepository } from './second-factors/challenge.repository.js';
import { FactorOwnerService } from './second-factors/factor-owner.service.js';
import { FactorSetupController } from './second-factors/factor-setup.controller.js';
import { PasskeyRepository } from './second-factors/passkey.repository.js';
import { ProofVerifier } from './second-factors/proof-verifier.js';
import { RecoveryCodeRepository } from './second-factors/recovery-code.repository.js';
import { RelyingParty } from './second-factors/relying-party.js';
import { SecondFactorRepository } from './second-factors/second-factor.repository.js';
import { SecondFactorsController } from './second-factors/second-factors.controller.js';
import { SessionRepository } from './sessions/session.repository.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';
import { PasskeySignInController } from './sign-in/passkey-sign-in.controller.js';
import { SecondFactorSignInController } from './sign-in/second-factor-sign-in.controller.js';
import { SessionStarter } from './sign-in/session-starter.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignInRepository } from './sign-in/sign-in.repository.js';
import { ComponentCheckRepository } from './status/component-check.repository.js';
import { IncidentRepository, StatusController } from './status/status.controller.js';
import { AccountChangesPublisher } from './user-administration/account-changes.publisher.js';
import { UserAdministrationController } from './user-administration/user-administration.controller.js';
import { AccountTies } from './users/account-ties.js';
import { BuyerSettingsService } from './users/buyer-settings.service.js';
import { CardController } from './users/card.controller.js';
import { EmailConfirmationService } from './users/email-confirmation.service.js';
import { TimeZoneService } from './users/time-zone.service.js';
import { UserListRepository, UserListsController } from './users/user-lists.controller.js';
import { UserEntity } from './users/user.entity.js';
import { UserRepository } from './users/user.repository.js';
import { UsersController } from './users/users.controller.js';
import { UsersService } from './users/users.service.js';

/** Everything that accounts is made of. */
@Module({
  imports: [TypeOrmModule.forFeature([UserEntity, DraftEntity]), RetentionModule.of(retentionRules)],
  controllers: [
    AuditController,
    CardController,
    UserListsController,
    UsersController,
    SessionsController,
    FactorSetupController,
    SecondFactorsController,
    PasskeySignInController,
    SecondFactorSignInController,
    SignInController,
    ReauthenticationController,
    DraftsController,
    SignUpController,
    RegistrationController,
    EmailOwnershipController,
    UndoEmailChangeController,
    ProfileController,
    PasswordChangeController,
    PasswordResetController,
    IntegrationsController,
    UserAdministrationController,
    StatusController,
    AttentionController,
  ],
  providers: [
    AuditRepository,
    ReportedEntryRepository,
    RateLimitRepository,
    RateLimiter,
    ThrottledSignIns,
    AccountMails,
    AdminAccess,
    SecondFactorPolicy,
    KnownDevices,
    AccountTies,
    BuyerSettingsService,
    EmailConfirmationService,
    TimeZoneService,
    UserListRepository,
    UserRepository,
    UsersService,
    SessionRepository,
    SessionsService,
    AuthenticatorAppRepository,
    ChallengeRepository,
    FactorOwnerService,
    PasskeyRepository,
    ProofVerifier,
    RecoveryCodeRepository,
    RelyingParty,
    SecondFactorRepository,
    SessionStarter,
    SignInRepository,
    DraftRepository,
    SignUpSaga,
    EmailChangeRepository,
    EmailChangeService,
    CurrentPasswordService,
    PasswordUpdateService,
    CardDigitsService,
    PasswordResetRepository,
    RecoveryService,
    IntegrationRequestRepository,
    IntegrationsService,
    AccountChangesPublisher,
    ComponentCheckRepository,
    IncidentRepository,
  ],
})
export class AppModule {}
