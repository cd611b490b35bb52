import { createContext, use } from 'react'
import type { Client } from './client.ts'

const ClientContext = createContext<Client | null>(null)

/** Lends the client to every screen, also to those before the sign-in. */
export const ClientProvider = ClientContext.Provider

/** The client itself, for calls that are neither a query nor a plain action: a sign-in, a download, an upload. */
export function useClient(): Client {
  const client = use(ClientContext)
  if (!client) throw new Error('useClient outside ClientProvider')
  return client
}
