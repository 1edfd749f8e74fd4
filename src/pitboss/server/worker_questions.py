"""Every question that a worker process answers; what answers one is imported when it is asked."""

from typing import Any

from pitboss.analysis.answers import AnyQuestion
from pitboss.analysis.model import CountProgress
from pitboss.forecast.impact_json import EdgesQuestion
from pitboss.forecast.worth_question import WorthQuestion
from pitboss.simulation.question import SimulationQuestion

WorkerQuestion = AnyQuestion | SimulationQuestion | WorthQuestion | EdgesQuestion


def answer(question: WorkerQuestion, progress: CountProgress) -> dict[str, Any]:
    """The answer as JSON values; raises :class:`AnalysisFault` or ``SheetFault`` if there is none."""
    match question:
        case SimulationQuestion():
            from pitboss.simulation.answer import answer_simulation

            return answer_simulation(question, progress)
        case WorthQuestion():
            from pitboss.forecast.worth import answer_worth

            return answer_worth(question, progress)
        case EdgesQuestion():
            from pitboss.forecast.impact_json import answer_edges

            return answer_edges(question, progress)
        case _:
            from pitboss.analysis import answers

            return answers.answer(question, progress)
