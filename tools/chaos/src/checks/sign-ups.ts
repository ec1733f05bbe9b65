/** An agent who signed up through the onboarding wizard, according to the database. */
export interface SignUp {
  readonly email: string;
  readonly userId: string | null;
  /** The card as accounts and billing know it. */
  readonly accountsCard: string | null;
  readonly billingCard: string | null;
  readonly customerId: string | null;
  /** Whether lead-router knows a usable card. */
  readonly cardUsable: boolean | null;
}

export interface ProviderCustomer {
  readonly id: string;
  readonly buyerId: string;
  readonly email: string | null;
  readonly cards: readonly string[];
}

/** A user, or the future user of a sign-up that is not completed. */
export interface Buyer {
  readonly id: string;
}

/**
 * Returns sign-ups without exactly one user, one customer and one card that can buy, users whom nobody signed up, buyers
 * with several customers, and customers of no buyer.
 *
 * @param unknownUsers users whom no actor of this run signed up
 * @param buyers everybody who may have a customer
 */
export function compareSignUps(
  signUps: readonly SignUp[],
  unknownUsers: readonly object[],
  customers: readonly ProviderCustomer[],
  buyers: readonly Buyer[],
): object[] {
  const buyerIds = new Set(buyers.map(({ id }) => id));
  const customersByBuyer = Map.groupBy(customers, ({ buyerId }) => buyerId);
  const duplicates = [...customersByBuyer].filter(([, ofBuyer]) => ofBuyer.length > 1);
  return [
    ...unknownUsers.map((user) => ({ ...user, fault: 'a user whom nobody signed up' })),
    ...duplicates.map(([buyerId, ofBuyer]) => ({
      buyerId,
      fault: `${ofBuyer.length} customers`,
      customers: ofBuyer.map(({ id }) => id),
    })),
    ...customers
      .filter(({ buyerId }) => !buyerIds.has(buyerId))
      .map(({ id, buyerId }) => ({ buyerId, fault: 'a customer of nobody', customers: [id] })),
    ...signUps.flatMap((signUp) => compareSignUp(signUp, customersByBuyer.get(signUp.userId ?? '')?.[0])),
  ];
}

function compareSignUp(signUp: SignUp, customer: ProviderCustomer | undefined): object[] {
  const { email, userId, accountsCard, billingCard, customerId, cardUsable } = signUp;
  if (userId === null) return [{ email, userId, fault: 'no user' }];
  const cards = customer?.cards ?? [];
  const faults: { readonly fault: string; readonly [detail: string]: unknown }[] = [];
  if (customer?.id !== customerId)
    faults.push({ fault: "not the provider's customer", customerId, atProvider: customer?.id });
  if (cards.length !== 1) faults.push({ fault: `${cards.length} cards`, cards });
  if (accountsCard !== cards[0] || billingCard !== cards[0])
    faults.push({ fault: "not the provider's card", accountsCard, billingCard, cards });
  if (cardUsable !== true) faults.push({ fault: 'cannot buy' });
  return faults.map((fault) => ({ email, userId, ...fault }));
}

/** $1: emails of the agents who signed up through the wizard. */
export const SELECT_SIGN_UPS = `
  SELECT n.email, u.id AS "userId", u.stripe_payment_method_id AS "accountsCard",
         c.stripe_payment_method_id AS "billingCard", c.stripe_customer_id AS "customerId",
         b.card_usable AS "cardUsable"
    FROM unnest($1::text[]) AS n(email)
    LEFT JOIN accounts.users u ON u.email = n.email
    LEFT JOIN billing.customers c ON c.buyer_id = u.id
    LEFT JOIN leads.buyers b ON b.id = u.id`;

/** $1: emails of all agents that the run created. */
export const SELECT_UNKNOWN_USERS = `
  SELECT id AS "userId", email FROM accounts.users WHERE NOT is_admin AND email <> ALL ($1::text[]) AND erased_at IS NULL`;

/** A customer is created before the user, with the id that the user will get. */
export const SELECT_BUYERS = `
  SELECT id FROM accounts.users UNION SELECT reserved_user_id FROM accounts.sign_up_drafts`;
