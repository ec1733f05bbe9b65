import { randomUUID } from 'node:crypto';
import { HandleCommand } from '@desk/bullmq-transport';
import { DAILY_LIMIT_DEFAULT, registerUser, type RequestOf } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { assertNotCommonPassword } from '../credentials/common-passwords.js';
import { hashPassword } from '../credentials/passwords.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { normalizeEmail } from '../users/email.js';
import { TimeZoneService } from '../users/time-zone.service.js';
import { newAcceptance } from '../users/terms.js';
import { UsersService } from '../users/users.service.js';

/** Signs up an account in one step, without the wizard and without a card. The page says that this accepts the terms. */
@Controller()
export class RegistrationController {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly rateLimiter: RateLimiter,
    private readonly audit: AuditRepository,
    private readonly timeZones: TimeZoneService,
  ) {}

  @HandleCommand(registerUser)
  async register(request: RequestOf<typeof registerUser>) {
    const { caller } = request;
    await this.rateLimiter.assertWithinLimit('register', caller);
    const email = normalizeEmail(request.email);
    assertNotCommonPassword(request.password, [email, request.phone]);
    const passwordHash = await hashPassword(request.password);
    const timeZone = await this.timeZones.find(request.timeZone ?? '');
    const userId = randomUUID();
    const session = await this.transactions.run(async (tx) => {
      await this.users.create(tx, {
        id: userId,
        email,
        password: passwordHash,
        firstName: request.firstName.trim(),
        lastName: request.lastName.trim(),
        phone: request.phone.trim(),
        companyName: request.companyName?.trim() || null,
        isAdmin: false,
        dailyLeadLimit: DAILY_LIMIT_DEFAULT,
        timeZone,
        ...newAcceptance(caller),
      });
      await this.audit.insertByUser(tx, 'registered', userId, caller);
      return this.sessions.create(tx, { id: userId, isAdmin: false }, caller, request.replacedSid);
    });
    return { user: await this.users.getCurrentUser(userId), session };
  }
}
