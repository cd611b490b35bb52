import { coversIfEmpty } from '#kit/list.ts'
import { serve } from '#kit/serve.ts'
import { type OutsideDocument, outsideBooks } from './contract.ts'
import { countDocuments, findOutside } from './queries.ts'

export const outsideBooksServer = serve(outsideBooks, {
  list: async ({ db, actor }, query) => {
    const { items, total } = await findOutside(db, actor, query)
    const covers = await coversIfEmpty(total, () => countDocuments(db, actor))
    return { items: items as OutsideDocument[], total, covers }
  },
})
