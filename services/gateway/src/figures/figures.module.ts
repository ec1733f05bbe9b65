import { Module } from '@nestjs/common';
import { FiguresController } from './figures.controller.js';
import { FiguresService } from './figures.service.js';

@Module({ providers: [FiguresService], controllers: [FiguresController] })
export class FiguresModule {}
