"""From script to figure: the questions asked, the answers compared, told and drawn, the panels laid out."""

from __future__ import annotations

from typing import Any, NamedTuple

from mapsheet.diagram.expecting import differences
from mapsheet.diagram.layout import columns_of, draw_page, plan_page
from mapsheet.diagram.telling import alt_of, caption_lines
from mapsheet.diagram.values import Diagram, Ground, Panel, Script, Sentence, Told
from mapsheet.errors import DataError, Fault
from mapsheet.wording import load_wording


class Answered(NamedTuple):
    """A panel with the answers to its questions, and what they say."""

    panel: Panel
    answers: list[Told]
    sentences: list[Sentence]

    def to_json(self) -> dict[str, Any]:
        """Return `title caption questions` as JSON has it."""
        asked = [
            {"ask": one.ask, **one.given, "rule": one.rule, "answer": told}
            for one, told in zip(self.panel.questions, self.answers, strict=True)
        ]
        return {"title": self.panel.title, "caption": " ".join(words for words, _ in self.sentences), "questions": asked}


def answer_script(script: Script, ground: Ground, *, language: str | None = None) -> list[Answered]:
    """Return the panels of a script with their answers.

    DataError with every question that cannot be answered and every answer that is not as expected; NotationError for an
    unknown language.
    """
    from mapsheet.errors import MapsheetError

    wording = load_wording(language or script.language)
    faults: list[Fault] = []
    panels = []
    for panel in script.panels:
        answers: list[Told] = []
        for asked in panel.questions:
            try:
                told = ground.answer(asked, panel)
            except MapsheetError as error:
                faults.append(script.source.fault(asked.key, str(error)))
                continue
            answers.append(told)
            faults += [
                script.source.fault((*asked.key, "expect", *found.key), found.message)
                for found in differences(asked.expect or {}, told)
            ]
        if len(answers) == len(panel.questions):
            panels.append(Answered(panel, answers, ground.tell(panel, answers, wording)))
    if faults:
        raise DataError(list(dict.fromkeys(faults)))
    return panels


def draw_script(script: Script, ground: Ground, *, width: float | None = None, language: str | None = None) -> Diagram:
    """Return a script drawn, `width` mm wide (as it says, else at true size), its words in a language (its own).

    DataError as from `answer_script`, and for a width at which no type could be read.
    """
    answered = answer_script(script, ground, language=language)
    wording = load_wording(language or script.language)
    boxes = [ground.box(panel, answers) for panel, answers, _ in answered]
    lines = caption_lines(script, ground, answered, wording)
    titles, final = [panel.title for panel, *_ in answered], width or script.width
    columns = columns_of(script, boxes, width=final, readable=ground.readable())
    plan = plan_page(script, titles, boxes, width=final, columns=columns)
    pictures = [
        ground.draw(panel, answers, least=plan.least, wording=wording, style=script.style) for panel, answers, _ in answered
    ]
    # letters are larger now, and with them what stands under a panel
    plan = plan_page(script, titles, [picture.box for picture in pictures], width=final, columns=columns)
    alt = alt_of(script, ground, answered, wording)
    svg, height = draw_page(plan, script, pictures, lines, alt=alt, name=ground.title)
    panels = [one.to_json() for one in answered]
    return Diagram(svg, script.title, lines.caption, alt, plan.width, height, panels)
