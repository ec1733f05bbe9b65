import { Module } from '@nestjs/common';
import { AdminAccess } from './admin-access.js';
import { SecondFactorPolicy } from './second-factor-policy.js';
import { SecurityMails } from './security-mails.js';
import { SingleUseLinkRepository } from './single-use-link.repository.js';

@Module({
  providers: [AdminAccess, SecondFactorPolicy, SecurityMails, SingleUseLinkRepository],
  exports: [AdminAccess, SecondFactorPolicy, SecurityMails, SingleUseLinkRepository],
})
export class CredentialsModule {}
