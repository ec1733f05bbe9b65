import { seedAgent, type Stack } from '@desk/tool-start';

/** Signs up a buyer with a card and the highest daily limit. The index tells buyers apart. */
export const seedBuyer = (
  { urls, secrets }: Stack,
  email: string,
  index: number,
  confirmsEmail = false,
): Promise<void> =>
  seedAgent(
    {
      firstName: 'Buyer',
      lastName: `Number ${index}`,
      email,
      phone: `+1212555${String(1_300 + index).padStart(4, '0')}`,
      companyName: '',
      dailyLeadLimit: 1_000,
      card: 'pm_card_visa',
    },
    secrets.agentPassword,
    urls,
    secrets.stripePublishableKey,
    { confirmsEmail },
  );
