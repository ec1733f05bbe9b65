import { findRedis } from '@desk/embedded-servers';

// Runs during the build on the first start, because the package manager may take seconds to install Redis.
await findRedis();
