import { Module } from '@nestjs/common';
import { KnownDeviceCleanup } from './known-device-cleanup.js';
import { KnownDeviceRepository } from './known-device.repository.js';

@Module({ providers: [KnownDeviceCleanup, KnownDeviceRepository], exports: [KnownDeviceRepository] })
export class KnownDevicesModule {}
