import { Module } from '@nestjs/common';
import { Devices } from './device.js';
import { KnownDeviceRepository } from './known-device.repository.js';

const providers = [Devices, KnownDeviceRepository];

@Module({ providers, exports: providers })
export class KnownDevicesModule {}
