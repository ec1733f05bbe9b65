import type { PhoneCode, SmsSetUp } from '@desk/contracts/notifications/sms.schemas';
import { PHONE_CODE_WAIT_SECONDS } from '@desk/contracts/notifications/sms.values';
import { getFieldErrors, hasCode } from '@/lib/api-client';

/** Returns the code that waits to be entered. */
export const findCode = ({ code }: SmsSetUp, nowMs: number): PhoneCode | null =>
  code !== null && Date.parse(code.expiresAt) > nowMs ? code : null;

/**
 * Returns when another code can be requested, by the browser's clock. Waits at most the usual time: a slow clock
 * would otherwise let the user wait for minutes.
 */
export const toResendMs = ({ resendAt }: PhoneCode, receivedMs: number): number =>
  Math.min(Date.parse(resendAt), receivedMs + PHONE_CODE_WAIT_SECONDS * 1_000);

export const toWaitSeconds = (untilMs: number, nowMs: number): number =>
  Math.max(0, Math.ceil((untilMs - nowMs) / 1_000));

/** Whether another number may fix a failure. */
export const isAboutPhone = (error: unknown): boolean =>
  hasCode(error, 'PHONE_OPTED_OUT', 'PHONE_REFUSED') ||
  getFieldErrors(error).some(({ field }) => field === 'phone');
