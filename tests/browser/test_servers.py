"""Tables on PostgreSQL: a whole round in a browser, while another browser watches it at another server."""

from pathlib import Path

from playwright.sync_api import expect

from tests.api.served import serving
from tests.browser.seats import STILL, Seat
from tests.browser.visitor import Visitors


def test_a_full_round_on_postgresql_is_seen_at_another_server(
    visitors: Visitors, postgres_url: str, tmp_path: Path
) -> None:
    folder = str(tmp_path)
    with (
        serving(folder, STILL, url=postgres_url) as first,
        serving(folder, STILL, url=postgres_url) as second,
    ):
        here, there = visitors.new(), visitors.new()
        here.served, there.served = first, second
        watching = there.open("/tables/3CP-1")
        expect(watching.get_by_text("You are watching")).to_be_visible()
        ann = Seat(here, first, "3CP-1", "ann").sit()
        ann.play_by_mouse()
        net = ann.area(3, "ante").get_attribute("aria-label")
        assert net
        expect(watching.locator('[data-area="3 ante"]')).to_have_accessible_name(net)
        here.page.close()
        there.page.close()
