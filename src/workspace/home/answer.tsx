import type * as z from 'zod'
import type { home } from './contract.ts'

/** The response of the home endpoint and its parts. */
export type HomeAnswer = z.output<typeof home.get.output>
export type HomeFiguresAnswer = NonNullable<HomeAnswer['figures']>
export type HomeRecordsAnswer = NonNullable<HomeAnswer['records']>
export type HomeMoneyAnswer = NonNullable<HomeAnswer['money']>
export type HomeCareAnswer = NonNullable<HomeAnswer['care']>
export type HomeMineAnswer = NonNullable<HomeAnswer['mine']>
export type HomeTeamAnswer = NonNullable<HomeAnswer['team']>
