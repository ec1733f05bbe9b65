import { randomUUID } from 'node:crypto';
import type {
  accountMail,
  contactChanged,
  leadSold,
  offerDeclined,
  PayloadOf,
  userRegistered,
} from '@desk/contracts';

type LeadSale = PayloadOf<typeof leadSold>;

/** Who makes a request, as the gateway reports it. */
export const caller = { address: '203.0.113.9', userAgent: null };

export type SaleOverrides = Partial<Omit<LeadSale, 'lead'>> & { readonly lead?: Partial<LeadSale['lead']> };

/** Builds a sale as lead-router publishes it. */
export const newSale = ({ lead, ...overrides }: SaleOverrides = {}): LeadSale => ({
  leadId: randomUUID(),
  offerId: randomUUID(),
  buyerId: randomUUID(),
  amountCents: 8_000,
  receivedAt: '2026-01-05T14:03:10.120Z',
  soldAt: '2026-01-05T14:03:11.020Z',
  funnelName: 'Retire Safe Guide',
  ...overrides,
  lead: {
    fullName: 'Margaret Ellison',
    phone: '+15125550142',
    email: 'margaret.ellison@example.com',
    state: 'TX',
    zipCode: '78701',
    ageRange: '61-65',
    estimatedAssets: '$250K-$500K',
    purchaseTimeline: '0-3 months',
    leadType: 'Indexed',
    consent: {
      trustedFormCertUrl: 'https://cert.trustedform.com/0123456789abcdef',
      jornayaLeadId: 'A1B2C3D4-E5F6-7890-ABCD-EF1234567890',
      tcpaText: 'I agree that an agent may call me.\nConsent is no condition of a purchase.',
      ipAddress: '203.0.113.7',
      landingPageUrl: 'https://retiresafe.example/quote?a=1&b=2',
    },
    extras: [{ name: 'utm_source', value: 'google' }],
    ...lead,
  },
});

export type User = PayloadOf<typeof userRegistered>;
export const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

export const newUser = (overrides: Partial<User> = {}): User => ({
  userId: randomUUID(),
  isAdmin: false,
  email: `buyer-${randomUUID()}@agency.example`,
  firstName: 'Dana',
  lastName: 'Reyes',
  timeZone: 'America/Chicago',
  serviceEnabled: true,
  dailyLeadLimit: 25,
  confirmBy: inHours(72),
  ...overrides,
});

let contactVersion = 0;
/** A change of the user's contact. Each call makes a later one. */
export const newContact = (
  { userId, email, firstName, lastName }: Pick<User, 'userId' | 'email' | 'firstName' | 'lastName'>,
  overrides: Partial<PayloadOf<typeof contactChanged>> = {},
): PayloadOf<typeof contactChanged> => ({
  userId,
  email,
  firstName,
  lastName,
  version: (contactVersion += 1),
  at: new Date().toISOString(),
  confirmation: { confirmedAt: null, confirmBy: inHours(72) },
  ...overrides,
});

export const newDecline = (
  overrides: Partial<PayloadOf<typeof offerDeclined>> = {},
): PayloadOf<typeof offerDeclined> => ({
  offerId: randomUUID(),
  leadId: randomUUID(),
  buyerId: randomUUID(),
  declineCode: 'insufficient_funds',
  declinedAt: '2026-01-05T14:03:11.020Z',
  cardVersion: 1,
  blameCard: true,
  ...overrides,
});

export const newAccountMail = (
  overrides: Partial<PayloadOf<typeof accountMail>> = {},
): PayloadOf<typeof accountMail> => ({
  mailId: randomUUID(),
  userId: randomUUID(),
  kind: 'password-reset',
  email: `user-${randomUUID()}@agency.example`,
  firstName: 'Dana',
  link: 'https://desk.example/reset?token=secret-token',
  at: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 1_800_000).toISOString(),
  ...overrides,
});
