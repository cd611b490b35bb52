import { Button } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { can } from '#access/can.ts'
import type { ExplainedKind } from '#access/kinds.ts'
import { t } from '#kit/text.ts'
import type { Action, Maybe } from './list/declare.tsx'
import { useSuppliedParts } from './suppliedParts.tsx'
import { useUser } from './user.tsx'
import './page.css'

interface AccessExplanation {
  /** 谁能看到, for an admin. */
  whyAction: Maybe<Action>
  /** The same in the footer of a drawer, separate from the actions on the record. */
  whyButton: ReactNode
  /** Must be rendered somewhere in the screen. */
  whyDialog: ReactNode
}

/** Lets an admin choose a user and read why that user may, or may not, do something with a record. */
export function useAccessExplanation(
  entity: ExplainedKind,
  recordId: number,
  companyCode: string | undefined,
): AccessExplanation {
  const user = useUser()
  const { AccessExplanation } = useSuppliedParts()
  const [open, setOpen] = useState(false)
  if (!can(user, 'canAdmin') || !companyCode) return { whyAction: null, whyButton: null, whyDialog: null }
  const action = { label: t('谁能看到'), onClick: () => setOpen(true) }
  return {
    whyAction: { key: 'why', ...action },
    whyButton: (
      <Button type="text" className="why-button" onClick={action.onClick}>
        {action.label}
      </Button>
    ),
    whyDialog: open && (
      <Suspense>
        <AccessExplanation
          entity={entity}
          recordId={recordId}
          companyCode={companyCode}
          onClose={() => setOpen(false)}
        />
      </Suspense>
    ),
  }
}
