/** Lengths in UTF-16 code units. Texts other than passwords are normalized and trimmed first. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
export const PHONE_MIN = 10;
export const PHONE_MAX = 32;
export const EMAIL_MAX = 254;
export const NAME_MAX = 100;
export const COMPANY_NAME_MAX = 200;
export const DELIVERY_OTHER_MAX = 500;
/** Ids and single-use tokens, whoever issued them. */
export const ID_MAX = 255;

/** How long a change of the email address can be undone from the previous address. */
export const UNDO_EMAIL_CHANGE_HOURS = 72;

export const integrationTypes = ['sms', 'slack', 'other'] as const;
export type IntegrationType = (typeof integrationTypes)[number];
export const integrationStates = ['pending', 'completed', 'declined'] as const;
export type IntegrationState = (typeof integrationStates)[number];
/** Where an agent requested an integration. */
export const integrationSources = ['sign-up', 'integrations-page'] as const;
export type IntegrationSource = (typeof integrationSources)[number];
export const DECLINE_REASON_MAX = 500;
export const userSorts = ['newest', 'oldest', 'name', 'email', 'company', 'limit', 'status', 'role'] as const;
export type UserSort = (typeof userSorts)[number];

export const USERS_PAGE_MAX = 200;
