import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { ActionButtons } from '#kit/ui/list/ActionButtons.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { PageActions } from '#kit/ui/page.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { useImport } from '#operations/imports/ui/useImport.tsx'
import { companySetup, type Setup } from './contract.ts'
import { SetupBoard } from './ui/SetupBoard.tsx'

/** 开通清单 as a page of its own, in every state: while it is on the home page, hidden, and after it was finished. */
export function SetupScreen() {
  const call = useCall(companySetup.get, {}, { messagePlace: 'inPage' })
  const importing = useImport()
  return (
    <>
      {call.data?.state === 'dismissed' && <Resume setup={call.data} />}
      <Loaded call={call} skeleton={<Waiting />} panel>
        {(setup) => setup.facts && <SetupBoard setup={setup} facts={setup.facts} onImport={importing.open} />}
      </Loaded>
      {importing.drawer}
    </>
  )
}

function Waiting() {
  return (
    <Panel>
      <TextSkeleton rows={8} />
    </Panel>
  )
}

/** Puts a hidden list back on the home page. */
function Resume({ setup }: { setup: Setup }) {
  const resume = useAction(companySetup.resume)
  return (
    <PageActions>
      <ActionButtons
        actions={[
          {
            key: 'resume',
            label: t('放回首页'),
            onClick: () => resume.mutate({ version: setup.version }),
          },
        ]}
      />
    </PageActions>
  )
}
