import type * as z from 'zod'
import type { Actor } from '#access/can.ts'
import { HOME, mayOpen, screenAt } from '#app/routes.ts'
import type { startup } from '#app/startupContract.ts'
import type { customerBills } from '#billing/customer-bills/contract.ts'
import type { customers } from '#clients/customers/contract.ts'
import type { stores } from '#clients/stores/contract.ts'
import type { claims } from '#finance/reimbursement-bills/contract.ts'
import { buildRequest } from '#kit/buildRequest.ts'
import { type EndpointRoute, routeOnly } from '#kit/endpointRoute.ts'
import type { companies } from '#people/companies/contract.ts'
import { COMPANY_CHOICES } from '#people/companies/ui/companyChoices.ts'
import type { staff } from '#people/staff/contract.ts'
import type { bell } from '#platform/notices/bellContract.ts'
import type { preferences } from '#platform/preferences/contract.ts'
import type { savedViews } from '#platform/saved-views/contract.ts'
import type { home } from '#workspace/home/contract.ts'

/** A call that is sent before the component that needs it is rendered. */
export interface EarlyCall {
  endpoint: EndpointRoute
  input: object
}

/** What every page of the console needs; the console waits for it for a moment, so that it renders once. */
export const startupCall = {
  endpoint: routeOnly<(typeof startup)['get']>('GET /api/startup'),
  input: {},
} satisfies EarlyCall

/** The calls that each part of its response answers. */
export const startupCalls: Readonly<Record<keyof z.output<(typeof startup)['get']['output']>, EarlyCall>> = {
  preferences: { endpoint: routeOnly<(typeof preferences)['list']>('GET /api/preferences'), input: {} },
  savedViews: { endpoint: routeOnly<(typeof savedViews)['list']>('GET /api/saved-views'), input: {} },
  unread: { endpoint: routeOnly<(typeof bell)['unread']>('GET /api/notices/unread'), input: {} },
  companies: {
    endpoint: routeOnly<(typeof companies)['list']>('GET /api/companies'),
    input: COMPANY_CHOICES,
  },
}

const FIRST_PAGE = { current: 1, pageSize: 20 }

/** The first read of screens that read the same for every user, by path, if the address has no filters. */
export const screenCalls: Readonly<Record<string, EarlyCall>> = {
  [HOME]: { endpoint: routeOnly<(typeof home)['get']>('GET /api/home'), input: {} },
  '/user-management': {
    endpoint: routeOnly<(typeof staff)['list']>('GET /api/staff'),
    input: FIRST_PAGE,
  },
  '/customer-management': {
    endpoint: routeOnly<(typeof customers)['list']>('GET /api/customers'),
    input: FIRST_PAGE,
  },
  '/store-management': {
    endpoint: routeOnly<(typeof stores)['list']>('GET /api/stores'),
    input: FIRST_PAGE,
  },
  '/customer-bill-management': {
    endpoint: routeOnly<(typeof customerBills)['list']>('GET /api/customer-bills'),
    input: FIRST_PAGE,
  },
  '/reimbursement-bill-management': {
    endpoint: routeOnly<(typeof claims)['list']>('GET /api/reimbursement-bills'),
    input: FIRST_PAGE,
  },
}

/** An address within the console; `search` begins with `?` or is empty. */
interface PageAddress {
  pathname: string
  search: string
}

/** The first read of the screen at an address; undefined if it is not known, or the user may not open the screen. */
export function firstCall(user: Actor, { pathname, search }: PageAddress): EarlyCall | undefined {
  const path = pathname === '/' ? HOME : pathname
  const call = search === '' ? screenCalls[path] : undefined
  const screen = screenAt(path)
  return call && screen && mayOpen(user, screen) ? call : undefined
}

/** Storage key of `firstReads`, which `public/frame.js` requests at the next visit, before the program is loaded. */
export const FIRST_READS = 'first-read-of-screens'

/** The URL that each screen of this user reads first, by path, without the API's base URL. */
export function firstReads(user: Actor): Record<string, string> {
  const entryOf = (pathname: string) => {
    const call = firstCall(user, { pathname, search: '' })
    return call ? [[pathname, buildRequest('', call.endpoint, call.input).url] as const] : []
  }
  return Object.fromEntries(['/', ...Object.keys(screenCalls)].flatMap(entryOf))
}
