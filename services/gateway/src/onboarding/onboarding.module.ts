import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { OnboardingController } from './onboarding.controller.js';

@Module({ imports: [AuthModule], controllers: [OnboardingController] })
export class OnboardingModule {}
