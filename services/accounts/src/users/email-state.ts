import { isEmailConfirmed } from '@desk/contracts';
import type { UserEntity } from './user.entity.js';

type EmailState = Pick<UserEntity, 'emailConfirmedAt' | 'emailBouncedAt'>;

export const hasConfirmedEmail = ({ emailConfirmedAt, emailBouncedAt }: EmailState): boolean =>
  isEmailConfirmed({ confirmedAt: emailConfirmedAt, bouncedAt: emailBouncedAt });
