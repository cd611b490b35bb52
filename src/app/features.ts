import { sessionServer } from '#features/session/server.ts'
import { staffServer } from '#features/staff/server.ts'
import type { Served } from '#kit/serve.ts'

/** Every feature that answers the API. */
export const features: Served[] = [sessionServer, staffServer]
