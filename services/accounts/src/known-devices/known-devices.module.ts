import { Module } from '@nestjs/common';
import { KnownDeviceRepository } from './known-device.repository.js';

@Module({ providers: [KnownDeviceRepository], exports: [KnownDeviceRepository] })
export class KnownDevicesModule {}
