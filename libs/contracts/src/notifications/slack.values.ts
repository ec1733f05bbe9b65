/** Where Slack sends the browser back to after an agent allowed or refused our app. A page of the site. */
export const SLACK_RETURN_PATH = '/integrations/slack';

/** How long an agent may take to allow our app in Slack. */
export const SLACK_SET_UP_MINUTES = 15;
