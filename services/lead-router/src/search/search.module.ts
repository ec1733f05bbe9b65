import { Module } from '@nestjs/common';
import { LeadSearchRepository } from './lead-search.repository.js';
import { LeadTexts } from './lead-texts.js';

@Module({ providers: [LeadTexts, LeadSearchRepository], exports: [LeadSearchRepository] })
export class SearchModule {}
