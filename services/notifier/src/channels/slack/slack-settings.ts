import { setting } from '@desk/service-kit';
import { string } from 'yup';

/** Without id and secret, agents cannot connect Slack themselves; an admin can do it with a workspace's own token. */
export const slackSettings = {
  SLACK_CLIENT_ID: string()
    .matches(/^\d+\.\d+$/, "the Slack app's client id must be two numbers with a dot between them")
    .test('complete', 'SLACK_CLIENT_ID and SLACK_CLIENT_SECRET belong together', (value, { parent }) => {
      const { SLACK_CLIENT_SECRET: secret } = parent as { SLACK_CLIENT_SECRET?: string };
      return (value === undefined) === !secret;
    })
    .meta({ description: "The Slack app's client id. Without it, agents cannot connect Slack themselves" }),
  SLACK_CLIENT_SECRET: string()
    .min(32, "the Slack app's client secret must have at least 32 characters")
    .meta({ description: "The Slack app's client secret" }),
  SLACK_API_BASE: setting.providerAddress('Slack'),
  SLACK_SITE_URL: setting.providerAddress('Slack').meta({
    description: "The sandbox's address in place of Slack's, as browsers reach it",
  }),
};
