import { serve } from '#kit/serve.ts'
import { type OutsideDocument, outsideBooks } from './contract.ts'
import { findOutside } from './queries.ts'

export const outsideBooksServer = serve(outsideBooks, {
  list: async ({ db, actor }, query) => {
    const { items, total } = await findOutside(db, actor, query)
    return { items: items as OutsideDocument[], total }
  },
})
