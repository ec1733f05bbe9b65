import { findRedis } from '@desk/embedded-servers';

// `npm start` runs this while it builds, because the package manager may take seconds to install Redis.
await findRedis();
