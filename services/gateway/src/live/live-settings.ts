import { number } from 'yup';

const count = () => number().integer().min(1).max(1_000_000);

export const liveSettings = {
  LIVE_SESSION_CHECK_SECONDS: number()
    .integer()
    .min(1)
    .max(300)
    .default(30)
    .meta({ description: 'How long a live event stream may outlive its session' }),
  MAX_LIVE_STREAMS: count()
    .default(5_000)
    .test(
      'below-connections',
      'MAX_LIVE_STREAMS must be below MAX_CONNECTIONS',
      (value, { parent }) => value < (parent as { MAX_CONNECTIONS: number }).MAX_CONNECTIONS,
    )
    .meta({
      description: 'Live streams of this process. Below MAX_CONNECTIONS, so that requests still get through',
    }),
  MAX_LIVE_STREAMS_PER_NETWORK: count()
    .default(200)
    .meta({ description: 'Live streams of one client network, such as an office behind one address' }),
};
