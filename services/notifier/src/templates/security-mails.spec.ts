import { accountMailKinds } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { writeSecurityMail } from './security-mails.js';
import { renderNoticeMail } from './notice-mail.js';

const at = '2026-01-05T14:03:11.020Z';
const context = { publicUrl: 'https://desk.example' };
const notice = { firstName: 'Dana', at, expiresAt: null, link: null };

describe('writeSecurityMail', () => {
  it('puts the link and its expiry into both bodies', () => {
    const link = 'https://desk.example/reset?token=a&b="c"';
    const expiresAt = '2026-01-05T14:33:11.020Z';
    const reset = writeSecurityMail({ ...notice, subject: 'password-reset', expiresAt, link });
    const mail = renderNoticeMail(reset, context);
    expect(mail.subject).toBe('Reset your password');
    expect(mail.text).toContain(`Choose a new password: ${link}`);
    expect(mail.html).toContain('href="https://desk.example/reset?token=a&amp;b=&quot;c&quot;"');
    for (const body of [mail.text, mail.html])
      expect(body).toContain('The link works once and expires on Jan 5, 2026, 2:33:11 PM UTC.');
  });

  it.each(accountMailKinds)('explains in %s what to do if it was not the user', (subject) => {
    const mail = renderNoticeMail(writeSecurityMail({ ...notice, subject }), context);
    expect(mail.text).toContain("If this wasn't you");
    expect(mail.text).toContain('Jan 5, 2026, 2:03:11 PM UTC');
    expect(mail.text).toMatch(/https:\/\/desk\.example\/(login|settings\?tab=security)/);
    expect(mail.text).not.toContain('The link works once');
  });

  it.each(accountMailKinds)(
    'lets no name in %s add markup or a line, and has none if it is omitted',
    (subject) => {
      const render = (omitsName: boolean) =>
        renderNoticeMail(writeSecurityMail({ ...notice, subject, firstName: '<b>Da\r\nna' }), {
          ...context,
          omitsName,
        });
      expect(render(false).html).toContain('Hi &lt;b&gt;Da na,');
      expect(render(false).text).toContain('Hi <b>Da na,');
      const { text, html } = render(true);
      for (const body of [text, html]) expect(body).not.toMatch(/Da\s+na/);
    },
  );

  it('offers to undo a change of the address if there is a link, and support otherwise', () => {
    const render = (link: string | null) =>
      renderNoticeMail(writeSecurityMail({ ...notice, subject: 'email-changed', link }), context).text;
    expect(render('https://desk.example/undo-email-change#token=a')).toContain(
      'Undo this change: https://desk.example/undo-email-change#token=a',
    );
    expect(render(null)).not.toContain('ndo');
    expect(render(null)).toContain('contact us right away');
  });

  it('describes a new device by time, browser and approximate network, and says what to do', () => {
    const device = { name: 'Chrome on Windows', network: '203.0.113.x' };
    const mail = renderNoticeMail(writeSecurityMail({ ...notice, subject: 'new-device', device }), context);
    expect(mail.subject).toBe('New sign-in to your account');
    for (const body of [mail.text, mail.html])
      expect(body).toContain(
        'signed in to on Jan 5, 2026, 2:03:11 PM UTC with Chrome on Windows from a network near 203.0.113.x.',
      );
    expect(mail.text).toContain('sign out everywhere');
    expect(mail.text).toContain('https://desk.example/settings?tab=security');
  });
});
