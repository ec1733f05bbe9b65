import { randomUUID } from 'node:crypto';
import {
  funnelRefusalsRose,
  integrationRequested,
  integrationResolved,
  type PayloadOf,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from './fixtures.js';
import { NotifierHarness } from './notifier.harness.js';

type Request = PayloadOf<typeof integrationRequested>;

const TEAM = 'integrations@desk.example';
const AT = '2026-01-05T14:03:10.120Z';

describe('emails about integration requests', () => {
  const notifier = new NotifierHarness();
  const listMails = (userId: string) => notifier.listRows('account_mails', 'user_id', userId);
  const publishRequest = async (
    { userId, email, firstName, lastName }: User,
    overrides: Partial<Request> = {},
  ): Promise<string> => {
    const requestId = randomUUID();
    const request: Request = {
      requestId,
      userId,
      email,
      firstName,
      lastName,
      phone: '+15125550142',
      at: AT,
      integrationType: 'other',
      source: 'sign-up',
      details: 'Redtail CRM',
      ...overrides,
    };
    // Repeats the event, as after a crash between the commit and the acknowledgment.
    for (const key of [requestId, `${requestId}-again`])
      await notifier.publish(integrationRequested, request, key);
    await notifier.waitForAcknowledgments();
    return requestId;
  };
  const listForTeam = (email: string) =>
    notifier.mailServer.listReceived(TEAM).filter(({ mail }) => mail.text?.includes(email));

  beforeAll(() => notifier.start({ ADMIN_NOTICES_TO: TEAM }));
  afterAll(() => notifier.stop());

  it('tells the team once what an agent wants', async () => {
    const user = await notifier.register();
    await publishRequest(user);
    await eventually(() => listForTeam(user.email).length > 0);
    await notifier.waitForAcknowledgments();
    const [received, ...more] = listForTeam(user.email);
    expect(more).toEqual([]);
    expect(await listMails(user.userId)).toMatchObject([{ status: 'sent' }]);
    for (const part of ['Redtail CRM', 'Dana Reyes', 'https://desk.example/admin/integrations'])
      expect(received?.mail.text).toContain(part);
    expect(received?.mail.text).toContain('Mark the request as active');
    expect(received?.mail.text).not.toContain('by itself');
    expect(notifier.mailServer.listReceived(user.email)).toEqual([]);
  });

  it('tells the team about SMS and Slack chosen at sign-up, because agents cannot set them up themselves here', async () => {
    const user = await notifier.register();
    for (const integrationType of ['sms', 'slack'] as const)
      await publishRequest(user, { integrationType, details: null });
    await eventually(() => listForTeam(user.email).length === 2);
    for (const { mail } of listForTeam(user.email))
      expect(mail.text).toContain('The request becomes active by itself');
  });

  it('tells the team once a day that many posts of a funnel are refused', async () => {
    const rise = {
      funnelId: randomUUID(),
      funnelName: 'Retire Safe Guide',
      day: '2026-01-05',
      at: AT,
      refused: 12,
      usualPerDay: 1.4,
    };
    for (const key of [rise.funnelId, `${rise.funnelId}-again`])
      await notifier.publish(funnelRefusalsRose, rise, key);
    await eventually(() => listForTeam(rise.funnelId).length > 0);
    await notifier.waitForAcknowledgments();
    const [received, ...more] = listForTeam(rise.funnelId);
    expect(more).toEqual([]);
    expect(received?.mail.subject).toBe('Refused posts: Retire Safe Guide');
    expect(received?.mail.text).toContain('12 posts were refused today (UTC) so far.');
    expect(received?.mail.text).toContain(`https://desk.example/admin/funnels/${rise.funnelId}`);
  });

  it.each([
    ['slack', 'completed', 'You can pause or remove it there', 'Your Slack integration is active'],
    ['slack', 'declined', 'Your workspace allows no apps.', 'Your Slack integration was declined'],
    ['other', 'completed', 'If you have questions, contact us.', 'Your custom integration is active'],
  ] as const)('tells the agent once that a %s request is %s', async (type, status, part, subject) => {
    const { userId, email } = await notifier.register();
    const requestId = randomUUID();
    const reason = status === 'declined' ? part : null;
    const resolution = { requestId, userId, integrationType: type, status, reason, at: AT };
    for (const key of [requestId, `${requestId}-again`])
      await notifier.publish(integrationResolved, resolution, key);
    await eventually(() => notifier.mailServer.listReceived(email).length > 0);
    await notifier.waitForAcknowledgments();
    const [received, ...more] = notifier.mailServer.listReceived(email);
    expect(more).toEqual([]);
    expect(received?.mail.subject).toBe(subject);
    expect(received?.mail.text).toContain(part);
  });
});
