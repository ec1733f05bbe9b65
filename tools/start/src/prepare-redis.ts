import { findRedis } from '@desk/embedded-servers';

// Runs beside the build on a first start, because the system's package manager may take seconds to install Redis.
await findRedis();
