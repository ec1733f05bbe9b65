import { eventually } from '@desk/testing';
import type { Browser } from './browser.js';

/** Returns the id of the signed-in user. */
export const readUserId = async (browser: Browser): Promise<string> =>
  (await browser.get<{ id: string }>('/api/auth/user')).body.id;

/** Waits until the newest page of the audit log has the action. */
export const findAuditEvent = (admin: Browser, action: string) =>
  eventually(async () => {
    const { body } =
      await admin.get<{ action: string; actorId: string; userId: string }[]>('/api/admin/audit');
    return body.find((event) => event.action === action) ?? false;
  });
