import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { t } from '#kit/text.ts'
import { endSide } from '#kit/ui/side.tsx'
import { useSuppliedParts } from '#kit/ui/suppliedParts.tsx'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
import { BulkEditView } from './BulkEditView.tsx'
import { ChooseFields, type EnteredFields } from './ChooseFields.tsx'
import type { BulkEdit, BulkEntity } from './contract.ts'

export interface NewBulkEditProps {
  entity: BulkEntity
  ids: number[]
  onClose: () => void
}

const FORM = 'bulk-edit-fields'

/** 批量修改: the fields and values, then the preview, the run and the results. */
export function NewBulkEdit({ entity, ids, onClose }: NewBulkEditProps) {
  const { BulkControls } = useSuppliedParts()
  const [edit, setEdit] = useState<BulkEdit | null>(null)
  const [entered, setEntered] = useState<EnteredFields>()
  const [busy, setBusy] = useState(false)
  const footer = (
    <div className="bulk-footer">
      <Button onClick={onClose}>{t('取消')}</Button>
      <Button type="primary" htmlType="submit" form={FORM} loading={busy}>
        {t('下一步：预检')}
      </Button>
    </div>
  )
  return (
    <BulkControls>
      <TouchSize>
        <Drawer
          open
          onClose={onClose}
          placement={endSide()}
          size={560}
          styles={{ wrapper: { maxWidth: '100vw' } }}
          title={t('批量修改 {n} 条', { n: ids.length })}
          footer={edit ? null : footer}
        >
          {edit ? (
            <BulkEditView edit={edit} onChange={setEdit} onClose={onClose} onBack={() => setEdit(null)} />
          ) : (
            <ChooseFields
              id={FORM}
              entity={entity}
              ids={ids}
              entered={entered}
              onBusy={setBusy}
              onMade={(made, values) => {
                setEntered(values)
                setEdit(made)
              }}
            />
          )}
        </Drawer>
      </TouchSize>
    </BulkControls>
  )
}
