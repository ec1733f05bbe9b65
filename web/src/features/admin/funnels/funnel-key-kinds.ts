import { type FunnelKeyKind, PRIVATE_ADDRESS_PATH } from '@desk/contracts/leads/funnels.values';

interface KeyKind {
  readonly addLabel: string;
  /** What the admin is given: the key itself, or the address that ends in it. */
  readonly shownAs: 'key' | 'address';
  readonly purpose: string;
  /** Follows the beginning of the key in the list. */
  readonly suffix: string;
}

export const keyKinds: Readonly<Record<FunnelKeyKind, KeyKind>> = {
  server: {
    addLabel: 'Add key',
    shownAs: 'key',
    purpose: 'Whoever has it can post leads as this funnel.',
    suffix: '',
  },
  publishable: {
    addLabel: 'Add browser key',
    shownAs: 'key',
    purpose:
      "It may be public: it only posts single leads from the funnel's pages. Set their addresses below.",
    suffix: ' for web pages',
  },
  address: {
    addLabel: 'Add private address',
    shownAs: 'address',
    purpose:
      'Whoever has it can post leads as this funnel. Paste it where the tool asks for a webhook address.',
    suffix: ' in a private address',
  },
};

/** The key as its holder needs it. */
export const toSecret = (kind: FunnelKeyKind, key: string): string =>
  kind === 'address' ? `${window.location.origin}${PRIVATE_ADDRESS_PATH}/${key}` : key;
