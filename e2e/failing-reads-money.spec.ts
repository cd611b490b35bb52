import { failingReads } from './support/failingReads.ts'

failingReads('money', 'bills, claims and months')
