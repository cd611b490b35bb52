import { failingReads } from './support/failingReads.ts'

failingReads('records', 'people, customers and stores')
