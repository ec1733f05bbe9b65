import { string } from 'yup';
import { providerAddress } from '../provider-address.js';

/** Without id and secret, agents cannot connect Slack themselves; an admin can do it with a workspace's own token. */
export const slackSettings = {
  SLACK_CLIENT_ID: string()
    .matches(/^\d+\.\d+$/, "the Slack app's client id must be two numbers with a dot between them")
    .test('complete', 'SLACK_CLIENT_ID and SLACK_CLIENT_SECRET belong together', (value, { parent }) => {
      const { SLACK_CLIENT_SECRET: secret } = parent as { SLACK_CLIENT_SECRET?: string };
      return (value === undefined) === !secret;
    }),
  SLACK_CLIENT_SECRET: string().min(32, "the Slack app's client secret must have at least 32 characters"),
  /** The sandbox's address in place of Slack's. */
  SLACK_API_BASE: providerAddress('Slack'),
  /** The sandbox's address in place of Slack's, as browsers reach it. */
  SLACK_SITE_URL: providerAddress('Slack'),
};
