import { setting } from '@desk/service-kit';
import { string } from 'yup';

export const webhookSettings = {
  STRIPE_WEBHOOK_SECRET: setting.secretList("the secrets that sign the card provider's events", 10),
  TWILIO_AUTH_TOKEN: string()
    .min(32, "Twilio's auth token must have at least 32 characters")
    .meta({ description: "Verifies Twilio's requests. Without it, they are refused" }),
};
