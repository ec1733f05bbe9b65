import { RetentionModule } from '@desk/service-kit';
import { Module } from '@nestjs/common';
import { AgentErasureModule } from './agent-erasure/agent-erasure.module.js';
import { AuditModule } from './audit/audit.module.js';
import { EmailOwnershipModule } from './email-ownership/email-ownership.module.js';
import { IntegrationsModule } from './integrations/integrations.module.js';
import { OnboardingModule } from './onboarding/onboarding.module.js';
import { PasswordChangeModule } from './password-change/password-change.module.js';
import { PasswordResetModule } from './password-reset/password-reset.module.js';
import { ReauthenticationModule } from './reauthentication/reauthentication.module.js';
import { retentionRules } from './retention/retention-rules.js';
import { ProfileModule } from './profile/profile.module.js';
import { SecondFactorsModule } from './second-factors/second-factors.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { StatusModule } from './status/status.module.js';
import { UserAdministrationModule } from './user-administration/user-administration.module.js';
import { UsersModule } from './users/users.module.js';

@Module({
  imports: [
    AgentErasureModule,
    AuditModule,
    EmailOwnershipModule,
    IntegrationsModule,
    OnboardingModule,
    PasswordChangeModule,
    PasswordResetModule,
    ProfileModule,
    ReauthenticationModule,
    SecondFactorsModule,
    SessionsModule,
    SignInModule,
    StatusModule,
    UserAdministrationModule,
    UsersModule,
    RetentionModule.of(retentionRules),
  ],
})
export class AppModule {}
