import { useId } from 'react'
import { t } from '#kit/text.ts'
import type { ControlProps } from '#kit/ui/form/declare.tsx'
import { ShiftColour } from './contract.ts'
import { colourNames } from './rules.ts'
import './ui/ShiftMark.css'

/** The colour of a shift's mark. */
export function ColourChoice({ id, value, onChange, disabled }: ControlProps) {
  const group = useId()
  return (
    <div className="shift-colours" id={id} role="radiogroup" aria-label={t('颜色')}>
      {ShiftColour.options.map((colour) => (
        <label key={colour} className={`shift-colour shift-${colour}`} title={t(colourNames[colour])}>
          <input
            type="radio"
            name={group}
            aria-label={t(colourNames[colour])}
            checked={value === colour}
            disabled={disabled}
            onChange={() => onChange?.(colour)}
          />
        </label>
      ))}
    </div>
  )
}
