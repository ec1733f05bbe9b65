/** What our tables have of somebody who came through the wizard. */
export interface SignUp {
  readonly email: string;
  readonly userId: string | null;
  /** The card as accounts, and as billing, has it. */
  readonly accountsCard: string | null;
  readonly billingCard: string | null;
  readonly customerId: string | null;
  /** Whether lead-router takes them for somebody who can buy. */
  readonly buys: boolean | null;
}

/** A customer at the card provider, with the cards that are saved there. */
export interface ProviderCustomer {
  readonly id: string;
  readonly buyerId: string;
  readonly cards: readonly string[];
}

/** One user, one customer and one card for each; no user and no customer for nobody. Pure: all lists are given. */
export function compareSignUps(
  signUps: readonly SignUp[],
  strangers: readonly object[],
  customers: readonly ProviderCustomer[],
): object[] {
  const faults: object[] = strangers.map((stranger) => ({
    ...stranger,
    fault: 'a user whom nobody signed up',
  }));
  const byBuyer = Map.groupBy(customers, ({ buyerId }) => buyerId);
  for (const [buyerId, ofBuyer] of byBuyer)
    if (ofBuyer.length > 1)
      faults.push({ buyerId, fault: `${ofBuyer.length} customers`, customers: ofBuyer.map(({ id }) => id) });
  for (const { email, userId, accountsCard, billingCard, customerId, buys } of signUps) {
    const about = { email, userId };
    if (userId === null) {
      faults.push({ ...about, fault: 'no user' });
      continue;
    }
    const [customer] = byBuyer.get(userId) ?? [];
    if (customer?.id !== customerId)
      faults.push({ ...about, fault: "not the provider's customer", customerId, atProvider: customer?.id });
    const cards = customer?.cards ?? [];
    if (cards.length !== 1) faults.push({ ...about, fault: `${cards.length} cards`, cards });
    if (accountsCard !== cards[0] || billingCard !== cards[0])
      faults.push({ ...about, fault: "not the provider's card", accountsCard, billingCard, cards });
    if (buys !== true) faults.push({ ...about, fault: 'cannot buy' });
  }
  return faults;
}

/** $1: addresses of those who came through the wizard. */
export const SIGN_UPS = `
  SELECT n.email, u.id AS "userId", u.stripe_payment_method_id AS "accountsCard",
         c.stripe_payment_method_id AS "billingCard", c.stripe_customer_id AS "customerId", b.card_usable AS buys
    FROM unnest($1::text[]) AS n(email)
    LEFT JOIN accounts.users u ON u.email = n.email
    LEFT JOIN billing.customers c ON c.buyer_id = u.id
    LEFT JOIN leads.buyers b ON b.id = u.id`;

/** $1: the addresses of all agents there should be. */
export const STRANGERS = `
  SELECT id AS "userId", email FROM accounts.users WHERE NOT is_admin AND email <> ALL ($1::text[])`;
