/** Emails that an agent may turn off. Those about security, cards and confirmations always go out. */
export const optionalNotices = ['limitReached', 'channelProblems', 'weeklySummary', 'receipts'] as const;
export type OptionalNotice = (typeof optionalNotices)[number];

/** Apply until an agent chooses. Receipts are off, because each lead email states its charge. */
export const noticeDefaults: Readonly<Record<OptionalNotice, boolean>> = {
  limitReached: true,
  channelProblems: true,
  weeklySummary: true,
  receipts: false,
};

/** The `List-Unsubscribe` address: a GET shows a page, a POST unsubscribes (RFC 8058). */
export const UNSUBSCRIBE_PATH = '/api/notices/unsubscribe';
/** The page that it leads to. The token is in the fragment, so that no server logs it. */
export const UNSUBSCRIBE_PAGE = '/unsubscribe';
