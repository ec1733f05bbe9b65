import { type FunnelKeyKind, PRIVATE_ADDRESS_PATH } from '@desk/contracts/leads/funnels.values';

interface KeyKind {
  readonly addLabel: string;
  /** What the admin gets: the key itself, or an address or link that ends with it. */
  readonly shownAs: 'key' | 'address' | 'link';
  readonly purpose: string;
  /** Shown in the list after the first characters of the key. */
  readonly suffix: string;
  /** The text of a link to the documentation, for what is pasted into a tool. */
  readonly guideLabel?: string;
}

export const keyKinds: Readonly<Record<FunnelKeyKind, KeyKind>> = {
  server: {
    addLabel: 'Add key',
    shownAs: 'key',
    purpose: 'Whoever has it can post leads as this funnel.',
    suffix: '',
    guideLabel: 'How to post leads',
  },
  publishable: {
    addLabel: 'Add browser key',
    shownAs: 'key',
    purpose:
      "It may be public: it only posts single leads from the funnel's pages. Set their addresses below.",
    suffix: ' for web pages',
    guideLabel: 'How to post leads from a page',
  },
  address: {
    addLabel: 'Add private address',
    shownAs: 'address',
    purpose:
      'Whoever has it can post leads as this funnel. Paste it where the tool asks for a webhook address.',
    suffix: ' in a private address',
    guideLabel: 'Where to paste it in each tool',
  },
  report: {
    addLabel: 'Add report link',
    shownAs: 'link',
    purpose: "Whoever has it sees the funnel's counts and can post test leads. It shows no personal data.",
    suffix: ' in a report link',
  },
};

/** The key as its holder needs it. */
export const toSecret = (kind: FunnelKeyKind, key: string): string =>
  ({
    server: key,
    publishable: key,
    address: `${window.location.origin}${PRIVATE_ADDRESS_PATH}/${key}`,
    report: `${window.location.origin}/funnel-report#token=${key}`,
  })[kind];
