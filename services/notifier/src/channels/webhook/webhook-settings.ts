import { isProduction } from '@desk/service-kit';
import { string } from 'yup';

export const webhookSettings = {
  WEBHOOK_LOOPBACK: string()
    .oneOf(['allowed', 'refused'] as const)
    .default('refused')
    .test(
      'refused-in-production',
      'webhooks to this machine cannot be allowed in production, where they would reach inside our network',
      (value, { parent }) => value !== 'allowed' || !isProduction(parent),
    )
    .meta({
      description: 'Whether webhooks may go to this machine, also without TLS: for the sandbox and for tests',
    }),
};
