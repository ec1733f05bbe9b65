import type { funnelRefusalsRose, PayloadOf } from '@desk/contracts';
import { toSingleLine } from './format.js';
import { ADMIN_FOOTER, type Notice } from './notice-mail.js';

type RefusalsRose = Pick<
  PayloadOf<typeof funnelRefusalsRose>,
  'funnelId' | 'funnelName' | 'refused' | 'usualPerDay'
>;

/** Writes the email to the team about a funnel whose posts are refused more often than usual. */
export function writeFunnelRefusalsMail({
  funnelId,
  funnelName,
  refused,
  usualPerDay,
}: RefusalsRose): Notice {
  const name = toSingleLine(funnelName);
  return {
    subject: `Refused posts: ${name}`,
    title: `Many posts of ${name} are refused today`,
    paragraphs: [
      `${refused} posts were refused today (UTC) so far. In the seven days before there were ${usualPerDay} a day.`,
      'What a private address refuses is held: change the mapping, and replay it. What is posted with a key and refused is lost.',
    ],
    action: { label: 'See why', to: `/admin/funnels/${funnelId}` },
    footnote: 'You get this at most once a day for each funnel.',
    footer: ADMIN_FOOTER,
  };
}
