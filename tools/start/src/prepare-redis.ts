import { findRedis } from '@desk/testing/embedded';

// Runs beside the build on a first start, because the system's package manager may take seconds to install Redis.
await findRedis();
